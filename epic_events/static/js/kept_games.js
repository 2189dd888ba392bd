/* The games stored on this device: those the reader chose, and the one being viewed unless it was removed. */

const CHOSEN = "games-kept";

const chosen = () => {
  try {
    return JSON.parse(window.localStorage.getItem(CHOSEN)) ?? {};
  } catch {
    return {}; // no storage, or an invalid value: nothing was chosen
  }
};

/** Store whether a game is to be kept offline. */
export const choose = (game, keep) => {
  try {
    window.localStorage.setItem(CHOSEN, JSON.stringify({ ...chosen(), [game]: keep }));
  } catch {
    return; // no storage: the game is stored now but not updated later
  }
};

/** Return the games to keep offline while one is viewed. */
export const gamesToKeep = (looked) => {
  const told = chosen();
  const wanted = Object.keys(told).filter((game) => told[game] === true);
  return [...new Set(looked && told[looked] !== false ? [looked, ...wanted] : wanted)];
};
