/** Function words by language, for the binary word vectors of X-CEX. Lower case; Portuguese is the list of the house. */
import { STOP_WORDS } from '../../text/index.ts';

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const STOP_LISTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['pt', STOP_WORDS],
  [
    'es',
    list(
      'a al algo algunas algunos ante antes aquel aquella aquellos como con contra cual cuando de del desde donde durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos ' +
        'esta está están estaba estado estas este esto estos fue fueron ha había habían han has hasta hay la las le les lo los más me mi mis mucho muchos muy nada ni no nos nosotros nuestra ' +
        'nuestro o os otra otras otro otros para pero poco por porque que qué quien quienes se sea ser si sí sido sin sobre son su sus también tan tanto te tenía tiene tienen todo todos tu tus ' +
        'un una unas uno unos vosotros y ya yo',
    ),
  ],
  [
    'fr',
    list(
      'a ai ainsi alors au aucun aussi autre aux avait avec avoir avons ayant c ce ceci cela celle celui ces cet cette comme d dans de des donc dont du elle elles en encore entre es est et étaient était été ' +
        'être eu eux fait fut il ils j je l la le les leur leurs lui m ma mais me même mes moi mon n ne ni nos notre nous on ont ou où par pas peu plus pour qu quand que quel quelle qui s sa sans se sera ' +
        'ses si son sont sous sur t ta te tes toi ton tous tout toute toutes très tu un une vos votre vous y à',
    ),
  ],
  [
    'it',
    list(
      'a abbiamo ad agli ai al alla alle allo anche avere aveva avevano c che chi ci come con contro cui da dagli dai dal dalla dalle dallo degli dei del della delle dello di dove e è ed era erano essere ' +
        'fra gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mi mia mie miei mio ne negli nei nel nella nelle nello noi non nostra nostro o per perché più quale quando quanto quella quelle ' +
        'quelli quello questa queste questi questo se sei si sia siamo sono sta stata stati stato su sua sue sugli sui sul sulla sulle suo suoi ti tra tu tua tuo tutti tutto un una uno vi voi',
    ),
  ],
  [
    'en',
    list(
      'a about after again all also am an and any are as at be because been before being between both but by can could did do does down during each few for from had has have having he her here hers him his ' +
        'how i if in into is it its just me more most my no nor not now of off on once only or other our out over own same she should so some such than that the their them then there these they this those ' +
        'through to too under until up very was we were what when where which while who whom why will with would you your',
    ),
  ],
]);

/** The list for a language tag (`pt-BR` is `pt`), or null for a language without one. */
export function stopWordsOf(
  language: string,
  own: Readonly<Record<string, readonly string[]>> | null,
): ReadonlySet<string> | null {
  const primary = language.toLowerCase().split('-')[0]!;
  if (own === null) return STOP_LISTS.get(primary) ?? null;
  const words = Object.hasOwn(own, primary) ? own[primary] : undefined;
  return words === undefined ? null : new Set(words);
}
