/** @param {number} since */
export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** @param {string} line */
export const say = (line) => process.stderr.write(`${line}\n`);
