/* Reads the code of a slip or a table card with the camera and opens the table it leads to. Browsers that read no codes
   themselves (iOS, Firefox, some desktops) load a reader, once the camera is opened. */

(() => {
  const EVERY = 250; // milliseconds between two looks
  const place = document.getElementById("scan");
  if (!navigator.mediaDevices?.getUserMedia) return; // the camera app does it

  const video = place.querySelector("video");
  const status = place.querySelector("[role=status]");
  const button = place.querySelector("button");
  let stream = null;
  place.hidden = false;

  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    video.hidden = true;
    button.hidden = false;
  };

  /** Return what reads codes: the browser's own reader, else the one that the site brings. */
  const reader = async () => {
    const formats = (await window.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
    const { BarcodeDetector } = formats.includes("qr_code") ? window : await import("../vendor/qr/decode.js");
    return new BarcodeDetector({ formats: ["qr_code"] });
  };

  /** Return where a code leads on this site; nothing for any other. Papers name the site as it was called in print. */
  const leads = (text) => {
    let there = null;
    try {
      there = new URL(text);
    } catch {
      return ""; // a code of something else
    }
    return /^\/events\/[\w-]+\/(?:t|rounds\/tables)\/\d+\/$/.test(there.pathname) ? there.pathname : "";
  };

  const look = async (detector) => {
    if (!stream) return;
    const found = await detector.detect(video).catch(() => []);
    const path = found.map(({ rawValue }) => leads(rawValue)).find(Boolean);
    if (path) {
      stop();
      window.location.assign(path);
      return;
    }
    if (found.length > 0) status.textContent = place.dataset.elsewhere;
    window.setTimeout(look, EVERY, detector);
  };

  button.addEventListener("click", async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } } });
      video.srcObject = stream;
      video.hidden = false;
      button.hidden = true;
      status.textContent = "";
      video.play().catch(() => {}); // until it plays nothing is found in it
      look(await reader());
    } catch {
      stop();
      status.textContent = place.dataset.refused;
    }
  });
  window.addEventListener("pagehide", stop);
})();
