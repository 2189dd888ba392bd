/* Opens the folded part of a page that the address names, and that one which a link on the page leads to. */

const openTarget = () => {
  const named = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) {
    named.open = true;
    named.scrollIntoView();
  }
};

window.addEventListener("hashchange", openTarget);
openTarget();
