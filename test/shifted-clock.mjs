// Loaded before a program (`node --import`): its wall clock is off by TARRAFA_SHIFTED_CLOCK milliseconds, as on a machine that nobody set. At
// SIGWINCH, which nobody else heeds, somebody sets it: by TARRAFA_CLOCK_JUMPS milliseconds forward, and the next time as much back.
let shift = Number(process.env.TARRAFA_SHIFTED_CLOCK ?? 0);
let jump = Number(process.env.TARRAFA_CLOCK_JUMPS ?? 0);
if (jump !== 0)
  process.on('SIGWINCH', () => {
    shift += jump;
    jump = -jump;
  });
const RealDate = Date;
const now = () => RealDate.now() + shift;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static now() {
    return now();
  }
};
