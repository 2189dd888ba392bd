/* Which games this device keeps: those that the reader chose, and the one that is looked at unless it was forgotten. */

const CHOSEN = "games-kept";

const chosen = () => {
  try {
    return JSON.parse(window.localStorage.getItem(CHOSEN)) ?? {};
  } catch {
    return {}; // no store here, or one that something else has written: nothing was chosen
  }
};

/** Remember whether a game shall be kept. */
export const choose = (game, keep) => {
  try {
    window.localStorage.setItem(CHOSEN, JSON.stringify({ ...chosen(), [game]: keep }));
  } catch {
    return; // no store here: it is kept now and not looked after later
  }
};

/** Return the games to keep while one is looked at. */
export const gamesToKeep = (looked) => {
  const told = chosen();
  const wanted = Object.keys(told).filter((game) => told[game] === true);
  return [...new Set(looked && told[looked] !== false ? [looked, ...wanted] : wanted)];
};
