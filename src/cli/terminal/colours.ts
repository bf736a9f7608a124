/**
 * Colours are for a person at a terminal. A file, a pipe or a machine that runs commands gets none, unless somebody asks for them
 * (FORCE_COLOR); nobody gets any who wants none (NO_COLOR).
 */
import picocolors from 'picocolors';

const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
const isWanted = FORCE_COLOR
  ? FORCE_COLOR !== '0'
  : !NO_COLOR && process.stdout.isTTY === true && TERM !== 'dumb';

export const colours = picocolors.createColors(isWanted);
