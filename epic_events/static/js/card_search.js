/* Autocompletes a card search query: arrow keys select, Enter or Tab accepts, Escape closes the list.
   Without this script the page works the same; the server parses the query. */

(() => {
  const WAIT = 120; // milliseconds after the last keystroke

  const combine = (box) => {
    const input = box.querySelector("input:not([type=hidden])"); // a hidden input contains the game
    const list = document.createElement("ul");
    list.id = `${input.id}-completions`;
    list.className = "completions";
    list.hidden = true;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", input.labels[0]?.textContent.trim() ?? "");
    box.append(list);
    for (const [name, value] of [
      ["role", "combobox"],
      ["aria-autocomplete", "list"],
      ["aria-expanded", "false"],
      ["aria-controls", list.id],
    ]) input.setAttribute(name, value);

    let suggestions = [];
    let chosen = -1;
    let timer = 0;
    let asking = null;

    const close = () => {
      list.hidden = true;
      chosen = -1;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    };

    const choose = (at) => {
      chosen = at;
      [...list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === at)));
      if (at < 0) input.removeAttribute("aria-activedescendant");
      else {
        input.setAttribute("aria-activedescendant", list.children[at].id);
        list.children[at].scrollIntoView({ block: "nearest" });
      }
    };

    const take = (at) => {
      input.value = suggestions[at].text;
      input.setSelectionRange(suggestions[at].cursor, suggestions[at].cursor);
      close();
      input.focus();
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };

    const show = () => {
      list.replaceChildren(
        ...suggestions.map((each, place) => {
          const item = document.createElement("li");
          item.id = `${list.id}-${place}`;
          item.setAttribute("role", "option");
          item.setAttribute("aria-selected", "false");
          const shown = document.createElement("code");
          shown.textContent = each.shown;
          const meaning = document.createElement("span");
          meaning.className = "quiet small";
          meaning.textContent = each.meaning;
          item.append(shown, meaning);
          item.addEventListener("mousedown", (event) => {
            event.preventDefault();
            take(place);
          });
          return item;
        }),
      );
      chosen = -1;
      list.hidden = suggestions.length === 0;
      input.setAttribute("aria-expanded", String(suggestions.length > 0));
      input.removeAttribute("aria-activedescendant");
    };

    const ask = async () => {
      asking?.abort();
      asking = new AbortController();
      const address = new URL(box.dataset.complete, window.location.href);
      address.searchParams.set("q", input.value);
      address.searchParams.set("at", String(input.selectionStart ?? input.value.length));
      try {
        const answer = await fetch(address, { signal: asking.signal, headers: { Accept: "application/json" } });
        suggestions = answer.ok && document.activeElement === input ? await answer.json() : [];
        show();
      } catch (error) {
        if (error.name !== "AbortError") close();
      }
    };

    input.addEventListener("input", (event) => {
      window.clearTimeout(timer);
      if (input.value.trim() === "") close();
      else if (event.isTrusted || !list.hidden) timer = window.setTimeout(ask, WAIT);
    });
    input.addEventListener("blur", close);
    input.addEventListener("keydown", (event) => {
      if (list.hidden) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        const step = event.key === "ArrowDown" ? 1 : -1;
        choose((chosen + step + suggestions.length + (chosen < 0 && step < 0 ? 1 : 0)) % suggestions.length);
      } else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) {
        event.preventDefault();
        take(chosen);
      } else if (event.key === "Escape") {
        event.preventDefault();
        close();
      }
    });
  };

  document.querySelectorAll("[data-complete]").forEach(combine);
})();
