/* What a page has to say while it is open, above everything else: not up to date, not sent, signed out, news.
   The region stands in every page and is never replaced; each matter has one line in it, told again only when its words change.
   Other scripts use notices.tell(matter, words, link) and notices.forget(matter). */

export const notices = (() => {
  const region = document.getElementById("notices");

  const line = (matter) => region?.querySelector(`:scope > [data-matter="${matter}"]`);

  /** Say something about a matter; ``link`` is {href, label} of where it leads, or nothing. */
  const tell = (matter, words, link) => {
    if (!region) return;
    const before = line(matter);
    const same = before?.firstChild?.textContent === words && before.querySelector("a")?.getAttribute("href") === (link?.href ?? undefined);
    if (same) return;
    const told = document.createElement("p");
    const text = document.createElement("span");
    told.className = "notice";
    told.dataset.matter = matter;
    text.textContent = words;
    told.append(text);
    if (link) {
      const anchor = document.createElement("a");
      anchor.href = link.href;
      anchor.className = "button";
      anchor.textContent = link.label;
      told.append(anchor);
    }
    if (before) before.replaceWith(told);
    else region.append(told);
  };

  const forget = (matter) => {
    const before = line(matter);
    if (!before) return;
    if (before.contains(document.activeElement)) document.getElementById("main")?.focus({ preventScroll: true });
    before.remove();
  };

  /** Return a sentence of the page, in its language; TIME in it becomes a time of day. */
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
