/* The scripts of every page, in this order. Served as one file, see ``infra/static_files.py``. Scripts of single pages
   use its exports, so that each module is loaded only once. */
import "./notices.js";
import "./device.js";
import "./live.js";
import "./news.js";
import "./scroll.js";
import "./focus.js";
import "./site.js";
import "./steps.js";
import "./clock.js";
import "./version_poll.js";
import "./offline.js";
import "./outbox.js";
import "./drafts.js";
import "./unsent.js";
import "./push_subscription.js";
import "./push_question.js";

export { device } from "./device.js";
export { outbox } from "./outbox.js";
export { push } from "./push_subscription.js";
