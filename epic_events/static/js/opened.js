/* Opens the <details> element named by the URL fragment, on load and when a link on the page changes the fragment. */

const openTarget = () => {
  const named = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) {
    named.open = true;
    named.scrollIntoView();
  }
};

window.addEventListener("hashchange", openTarget);
openTarget();
