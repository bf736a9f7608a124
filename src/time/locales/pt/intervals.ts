/** Third level: intervals with two ends, and ends without the other (`até 2010`, `a partir de maio`). */
import type { Pattern } from '../../pattern.ts';

const POINT = '(DATE|DM|MONTHLY|YEARLY|CLOCK|SPAN|NOW|REL|WD|HOL|MDAY|DT|DP)';
const ART = '(o|a|os|as|ao|aos)?';

export const INTERVALS: readonly Pattern[] = [
  {
    id: 'interval.from-to',
    make: 'range',
    as: 'RANGE',
    forms: [
      `(de|desde|do|da|das|dos) ${ART} (dia|dias)? X:${POINT} (a|ao|aos|ate|as) ${ART} dia? Y:${POINT}`,
      `(de|desde|do|das) (dia|dias)? D:DAY (a|ao|ate|-) ${ART} dia? Y:(DATE|DM|MDAY)`,
      `(de|desde|das) H:HOUR (a|as|ate) ${ART} Y:CLOCK`,
      `(de|desde|do|da|das|dos) X:CLOCK (a|as|ate) (as|a)? I:HOUR`,
      `(de|desde|do|da|das|dos) X:${POINT} (pra|para) C:ca`,
      `(de|desde|do|da|das|dos) O:ORD (a|ate) Y:WD`,
      `(de|desde|do|da|das|dos) dia? X:(MONTHLY|YEARLY|DATE|DM|REL|NOW|WD) (ate|a) (o|ao)? Y:NOW`,
      `(de|desde|do) (dia|dias)? D:DAY (a|ao|ate|-) dia? E:DAY`,
      `a partir (de|do|da|das|dos) X:${POINT} (a|ate|ao) ${ART} Y:${POINT}`,
      `a partir (de|do) dia? D:DAY (a|ate|ao) ${ART} Y:(DATE|DM)`,
      `de A:YY (a|ate) B:YY`,
      `(de|desde) X:(NOW|DATE|DM) (a|ate) Y:(NOW|DATE|DM)`,
      `(de|desde|do|da|das|dos) X:NOW (pra|para) Y:NOW`,
      `(de|desde|do|da|das|dos) dia? X:(DM|DATE) (a|ao|ate) (o|ao)? dia? E:DAY`,
    ],
  },
  {
    id: 'interval.between',
    make: 'range',
    as: 'RANGE',
    forms: [
      `entre ${ART} (dia|dias|anos|meses)? (de)? X:${POINT} (e|a|ate) ${ART} dia? Y:${POINT}`,
      `entre ${ART} (dia|dias)? D:DAY (e|a) ${ART} dia? Y:(DATE|DM|MDAY)`,
      `entre (as|a)? H:HOUR e (as|a)? Y:CLOCK`,
      `entre as H:HOUR e as? I:HOUR`,
      `entre A:YY e B:YY`,
    ],
  },
  {
    id: 'interval.plain',
    make: 'plain-range',
    as: 'RANGE',
    forms: [
      `X:${POINT} (a|ao|ate|-) ${ART} Y:${POINT}`,
      `O:ORD (a|ate) Y:WD`,
      `D:DAY (a|ate|-|ao) ${ART} dia? Y:(DATE|DM)`,
      `W:WD de? H:HOUR (a|as) I:HOUR`,
      `W:WD de? H:HOUR (a|as) J:CLOCK`,
      `W:WD de? H:HOUR J:CLOCK`,
      `X:(MONTHLY|WD) / Y:(MONTHLY|WD)`,
      `X:CLOCK (as|a) Y:CLOCK`,
      `X:CLOCK / Y:CLOCK`,
      `H:HOUR - Y:CLOCK`,
      `H:HOUR (as|a) Y:CLOCK`,
      `X:${POINT} - Y:${POINT}`,
    ],
  },
  {
    id: 'interval.until',
    make: 'open',
    forms: [
      `(ate|ateh) ${ART} (dia|fim|final)? > X:${POINT}`,
      `(ate|ateh) (o|ao) dia D:DAY`,
      `ate (as|a) H:HOUR`,
    ],
    with: { side: 'until' },
  },
  {
    id: 'interval.since',
    make: 'open',
    forms: [`desde ${ART} dia? > X:${POINT}`, `desde (os|o) > X:${POINT}`],
    with: { side: 'since' },
  },
  {
    id: 'interval.starting',
    make: 'open',
    forms: [
      `a contar (de|do|da|das|dos) ${ART} > X:${POINT}`,
      `a partir (de|do|da|das|dos) ${ART} > X:${POINT}`,
      `apartir (de|do|da|das|dos) > X:${POINT}`,
      `(de|do|da|das|dos) > X:${POINT} em diante`,
      `(de|do|da|das|dos) > X:${POINT} (para|pra) a? frente`,
    ],
    with: { side: 'since' },
  },
  {
    id: 'interval.before',
    make: 'open',
    forms: [
      `antes (de|do|da|das|dos) ${ART} > X:(DATE|DM|MONTHLY|YEARLY|CLOCK|SPAN|HOL|MDAY|DT|EVENT|WD)`,
      `antes (de|das) as? H:HOUR`,
      `nao mais que > X:${POINT}`,
      `pre -? > X:(YEARLY)`,
    ],
    with: { side: 'before' },
  },
  {
    id: 'interval.after',
    make: 'open',
    forms: [
      `(depois|apos) (de|do|da|das|dos|ao|aos|as|a|o|os)? > X:(DATE|DM|MONTHLY|YEARLY|CLOCK|SPAN|HOL|MDAY|DT|EVENT|WD)`,
      `(pos) -? > X:(YEARLY)`,
      `depois das H:HOUR`,
    ],
    with: { side: 'after' },
  },
  {
    id: 'about',
    make: 'open',
    forms: [
      `cerca (de|do|da|das|dos) ${ART} > X:${POINT}`,
      `a volta (de|do|da|das|dos) ${ART} > X:${POINT}`,
      `por volta (de|do|da|das|dos) ${ART} > X:${POINT}`,
      `em torno (de|do|da|das|dos) ${ART} > X:${POINT}`,
      `la (pelos|pelas) > X:(YEARLY|SPAN)`,
    ],
    with: { side: 'about' },
  },
];
