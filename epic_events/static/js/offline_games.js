/* The games stored on this device: those the reader chose, and the one being viewed unless it was removed. */

const CHOSEN = "offline-games";

const chosen = () => {
  try {
    return JSON.parse(window.localStorage.getItem(CHOSEN)) ?? {};
  } catch {
    return {}; // no storage, or an invalid value: nothing was chosen
  }
};

/** Store whether a game is to be stored for offline use. */
export const choose = (game, stored) => {
  try {
    window.localStorage.setItem(CHOSEN, JSON.stringify({ ...chosen(), [game]: stored }));
  } catch {
    return; // no storage: the game is stored now but not updated later
  }
};

/** Return the games to store while one is viewed. */
export const gamesToStore = (looked) => {
  const choices = chosen();
  const wanted = Object.keys(choices).filter((game) => choices[game] === true);
  return [...new Set(looked && choices[looked] !== false ? [looked, ...wanted] : wanted)];
};
