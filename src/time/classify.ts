/** What an expression is in the annotation scheme, told from what it says: category, reference class, and whether the tense beside it counts. */
import type { Expression } from './expression.ts';
import type { RefClass, TimexSubtype, TimexType } from './timex.ts';

/** Category and subtype of the annotation scheme. */
export function kindOf(e: Expression): { type: TimexType; subtype?: TimexSubtype } {
  switch (e.kind) {
    case 'duration':
    case 'within':
      return { type: 'DURATION' };
    case 'set':
      return { type: 'FREQUENCY' };
    case 'clock':
    case 'part-of-day':
      return { type: 'CALENDAR_REF', subtype: 'HOUR' };
    case 'moment':
      return { type: 'CALENDAR_REF', subtype: 'HOUR' };
    case 'range':
    case 'window':
      return { type: 'CALENDAR_REF', subtype: 'INTERVAL' };
    case 'open':
    case 'edge':
      return kindOf(e.of).type === 'CALENDAR_REF' ? kindOf(e.of) : { type: 'CALENDAR_REF', subtype: 'DATE' };
    default:
      return { type: 'CALENDAR_REF', subtype: 'DATE' };
  }
}

const WEAKNESS: readonly RefClass[] = ['EXPLICIT', 'IMPLICIT', 'DEICTIC', 'ANAPHORIC', 'VAGUE'];

/** Reference class: how an expression finds its place on the calendar. */
export function classOf(e: Expression): RefClass {
  switch (e.kind) {
    case 'date':
      return e.yearOf ? classOf(e.yearOf) : e.side ? 'DEICTIC' : 'EXPLICIT';
    case 'holiday':
      return e.yearOf ? classOf(e.yearOf) : 'IMPLICIT';
    case 'event':
      return 'IMPLICIT';
    case 'offset':
    case 'window':
      return e.anchor === 'focus' ? 'ANAPHORIC' : 'DEICTIC';
    case 'weekday':
      return e.which === 'after' || e.which === 'before' ? 'ANAPHORIC' : 'DEICTIC';
    case 'month-day':
    case 'now':
      return 'DEICTIC';
    case 'apposition':
      return classOf(e.beside);
    case 'season':
      return e.year !== null
        ? 'EXPLICIT'
        : e.side === 'focus'
          ? 'ANAPHORIC'
          : e.side || e.yearOf
            ? 'DEICTIC'
            : 'EXPLICIT';
    case 'nth':
      return e.of ? classOf(e.of) : 'DEICTIC';
    case 'nth-weekday':
    case 'counted-weekday':
    case 'week-of':
    case 'edge':
    case 'open':
    case 'shift':
      return classOf(e.of);
    case 'iso-week':
    case 'workday':
      return e.of ? classOf(e.of) : 'DEICTIC';
    case 'moment':
      return classOf(e.day);
    case 'range': {
      const a = WEAKNESS.indexOf(classOf(e.from));
      const b = WEAKNESS.indexOf(classOf(e.to));
      return WEAKNESS[Math.max(a, b)]!;
    }
    case 'duration':
      return e.amounts.some((amount) => amount.n === null) ? 'VAGUE' : 'EXPLICIT';
    case 'part-of-day':
    case 'vague':
      return 'VAGUE';
    default:
      return 'EXPLICIT';
  }
}

/** Whether a verb beside the expression may say on which side of the document it lies. */
export function needsTense(e: Expression): boolean {
  switch (e.kind) {
    case 'weekday':
    case 'month-day':
    case 'clock':
    case 'within':
      return true;
    case 'date':
    case 'holiday':
    case 'season':
      return e.year === null;
    case 'moment':
      return needsTense(e.day);
    case 'apposition':
      return needsTense(e.beside);
    case 'range':
      return needsTense(e.from) || needsTense(e.to);
    case 'open':
    case 'edge':
    case 'shift':
    case 'nth-weekday':
    case 'counted-weekday':
    case 'week-of':
      return needsTense(e.of);
    case 'nth':
      return e.of !== null && needsTense(e.of);
    default:
      return false;
  }
}
