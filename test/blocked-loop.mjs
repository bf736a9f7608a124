// Loaded before a program (`node --import`): at SIGUSR2 its event loop stands still for as long as there is a file TARRAFA_BLOCKED_LOOP, as in a
// computation that never gives way.
import { existsSync } from 'node:fs';

const file = process.env.TARRAFA_BLOCKED_LOOP;
const nothing = new Int32Array(new SharedArrayBuffer(4));
process.on('SIGUSR2', () => {
  while (existsSync(file)) Atomics.wait(nothing, 0, 0, 20);
});
