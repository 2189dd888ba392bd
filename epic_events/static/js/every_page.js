/* What every page runs, in this order. Served as one file in which these stand: ``running/static_files.py``. */
import "./notices.js";
import "./live.js";
import "./news.js";
import "./scroll.js";
import "./focus.js";
import "./site.js";
import "./steps.js";
import "./clock.js";
import "./fresh.js";
import "./offline.js";
import "./device.js";
import "./outbox.js";
import "./drafts.js";
import "./unsent.js";
