/* Scans the code of a slip or table card with the camera and opens its table. Browsers without a built-in reader (iOS,
   Firefox, some desktops) load one when the camera is opened. */

(() => {
  const EVERY = 250; // milliseconds between two frames
  const place = document.getElementById("scan");
  if (!navigator.mediaDevices?.getUserMedia) return; // the device's camera app still reads the codes

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

  /** Return a barcode detector: the browser's own, or else the bundled one. */
  const reader = async () => {
    const formats = (await window.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
    const { BarcodeDetector } = formats.includes("qr_code") ? window : await import("../vendor/qr/decode.js");
    return new BarcodeDetector({ formats: ["qr_code"] });
  };

  /** Return the path of a code if it leads to a table, else "". Printouts may contain a former host name of the site. */
  const leads = (text) => {
    let there = null;
    try {
      there = new URL(text);
    } catch {
      return ""; // not a URL
    }
    return /^\/events\/[\w-]+\/(?:t|rounds\/tables)\/\d+\/$/.test(there.pathname) ? there.pathname : "";
  };

  const look = async (detector) => {
    if (!stream) return;
    const codes = await detector.detect(video).catch(() => []);
    const path = codes.map(({ rawValue }) => leads(rawValue)).find(Boolean);
    if (path) {
      stop();
      window.location.assign(path);
      return;
    }
    if (codes.length > 0) status.textContent = place.dataset.elsewhere;
    window.setTimeout(look, EVERY, detector);
  };

  button.addEventListener("click", async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } } });
      video.srcObject = stream;
      video.hidden = false;
      button.hidden = true;
      status.textContent = "";
      video.play().catch(() => {}); // no code is detected until the video plays
      look(await reader());
    } catch {
      stop();
      status.textContent = place.dataset.refused;
    }
  });
  window.addEventListener("pagehide", stop);
})();
