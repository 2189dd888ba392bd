/* The last five rules opened on this device, stored only on the device and shown under the search box. */

(() => {
  const KEY = "rules-looked-up";
  const MOST = 5;

  const readList = () => {
    try {
      const list = JSON.parse(window.localStorage.getItem(KEY) ?? "[]");
      return Array.isArray(list) ? list.filter((one) => /^\/rules\//.test(one?.href)) : [];
    } catch {
      return []; // no storage, or an invalid value: nothing to show
    }
  };

  const here = document.querySelector("[data-looked-up]");
  if (here) {
    const one = { href: window.location.pathname, name: here.dataset.lookedUp, book: here.dataset.book };
    const list = [one, ...readList().filter((other) => other.href !== one.href)].slice(0, MOST);
    try {
      window.localStorage.setItem(KEY, JSON.stringify(list));
    } catch {
      return; // storage is full or blocked: the page works without it
    }
  }

  const show = () => {
    const section = document.getElementById("recent");
    const list = readList();
    if (!section || list.length === 0) return;
    section.querySelector("ul").replaceChildren(
      ...list.map((one) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        const name = document.createElement("span");
        const book = document.createElement("span");
        link.href = one.href;
        name.textContent = one.name;
        book.textContent = one.book;
        link.append(name, book);
        item.append(link);
        return item;
      }),
    );
    section.hidden = false;
  };
  show();
  document.addEventListener("htmx:afterSwap", show);
})();
