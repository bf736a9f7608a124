/**
 * What Tarrafa does, each use-case a function that a program can call: plain data in, plain data out, progress by a callback, an
 * `AbortSignal` to end early. Nothing is printed and no process is ended. Rooms are loaded by the use-case that needs them.
 */
export {
  type Collected,
  type CollectOptions,
  type CollectProgress,
  type CollectSettings,
  collect,
  collectSettings,
} from './collect.ts';
export { type Harvested, type HarvestOptions, harvest } from './harvest.ts';
