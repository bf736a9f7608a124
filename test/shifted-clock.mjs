// Loaded before a program (`node --import`): its wall clock is off by TARRAFA_SHIFTED_CLOCK milliseconds, as on a machine that nobody set.
const shift = Number(process.env.TARRAFA_SHIFTED_CLOCK ?? 0);
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
