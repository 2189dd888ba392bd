/* Notices of an open page, above everything else: outdated, not sent, signed out, news.
   The region is in every page and is never replaced. Each subject has one line, which is announced again only if its text
   changes. Other scripts call notices.tell(subject, text, link) and notices.forget(subject). */

export const notices = (() => {
  const region = document.getElementById("notices");

  const line = (matter) => region?.querySelector(`:scope > [data-matter="${matter}"]`);

  /** Show a notice about a subject; ``link`` is an optional {href, label}. */
  const tell = (matter, words, link) => {
    if (!region) return;
    const before = line(matter);
    const same = before?.firstChild?.textContent === words && before.querySelector("a")?.getAttribute("href") === (link?.href ?? undefined);
    if (same) return;
    const notice = document.createElement("p");
    const text = document.createElement("span");
    notice.className = "notice";
    notice.dataset.matter = matter;
    text.textContent = words;
    notice.append(text);
    if (link) {
      const anchor = document.createElement("a");
      anchor.href = link.href;
      anchor.className = "button";
      anchor.textContent = link.label;
      notice.append(anchor);
    }
    if (before) before.replaceWith(notice);
    else region.append(notice);
  };

  const forget = (matter) => {
    const before = line(matter);
    if (!before) return;
    if (before.contains(document.activeElement)) document.getElementById("main")?.focus({ preventScroll: true });
    before.remove();
  };

  /** Return a text of the page in its language; its placeholder TIME becomes a time of day. */
  const words = (name, time) => {
    const sentence = region?.dataset[name] ?? "";
    if (!time) return sentence;
    const today = new Date().toDateString() === time.toDateString();
    const day = today ? {} : { day: "numeric", month: "short" };
    const shown = time.toLocaleString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...day });
    return sentence.replace("TIME", shown);
  };

  return { tell, forget, words };
})();
