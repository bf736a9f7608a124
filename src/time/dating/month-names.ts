/**
 * Month names of the languages that pages of the collected Web are written in: one table, since a date line gives itself away by its
 * month whatever the page says its language is. Names that two languages give to different months are left to the first. Days of the week beside
 * them, for the lines in which they stand in the middle.
 */
import { fold } from '../../text/index.ts';

/** A language a line, months separated by blanks, names and abbreviations of one month by `/`. */
const NAMES = `
janeiro/jan fevereiro/fev março/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set outubro/out novembro/nov dezembro/dez
january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov december/dec
enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago septiembre/setiembre/sep/set octubre/oct noviembre/nov diciembre/dic
janvier/janv/jan février/févr/fév mars avril/avr mai juin juillet/juil août/aout septembre/sept octobre/oct novembre/nov décembre/déc
januar/jänner/jän/jan februar/feber/feb märz/maerz/mär/mrz april/apr mai juni/jun juli/jul august/aug september/sep/sept oktober/okt november/nov dezember/dez
gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago settembre/set/sett ottobre/ott novembre/nov dicembre/dic
januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sep oktober/okt november/nov december/dec
gener febrer març abril maig juny juliol agost setembre octubre novembre desembre
xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro
januari/januar/jan februari/februar mars/marts april maj/mai juni/jun juli/jul augusti/august/aug september oktober november december/desember/des
tammikuuta/tammikuu helmikuuta/helmikuu maaliskuuta/maaliskuu huhtikuuta/huhtikuu toukokuuta/toukokuu kesäkuuta/kesäkuu heinäkuuta/heinäkuu elokuuta/elokuu syyskuuta/syyskuu lokakuuta/lokakuu marraskuuta/marraskuu joulukuuta/joulukuu
stycznia/styczeń/sty lutego/luty/lut marca/marzec kwietnia/kwiecień/kwi maja/maj czerwca/czerwiec/cze lipca/lipiec/lip sierpnia/sierpień/sie września/wrzesień/wrz października/październik/paź listopada/listopad grudnia/grudzień/gru
ledna/leden února/únor března/březen dubna/duben května/květen června/červen července/červenec srpna/srpen září října/říjen listopadu prosince/prosinec
januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
január február március április május június július augusztus szeptember október november december
ocak/oca şubat/şub mart nisan/nis mayıs haziran/haz temmuz/tem ağustos/ağu eylül/eyl ekim/eki kasım/kas aralık/ara
januari februari maret april mei juni juli agustus september oktober november desember
января/январь февраля/февраль марта/март апреля/апрель мая/май июня/июнь июля/июль августа/август сентября/сентябрь октября/октябрь ноября/ноябрь декабря/декабрь
січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
ιανουαρίου/ιαν φεβρουαρίου/φεβ μαρτίου/μαρ απριλίου/απρ μαΐου/μαϊ ιουνίου/ιουν ιουλίου/ιουλ αυγούστου/αυγ σεπτεμβρίου/σεπ οκτωβρίου/οκτ νοεμβρίου/νοε δεκεμβρίου/δεκ
`;

const months = new Map<string, number>();
for (const line of NAMES.trim().split('\n')) {
  for (const [i, names] of line.split(' ').entries()) {
    for (const name of names.split('/')) {
      const folded = fold(name);
      if (!months.has(folded)) months.set(folded, i + 1);
    }
  }
}

/** The month that a word names, 1 … 12, or 0. */
export function monthOf(word: string): number {
  return months.get(word) ?? months.get(fold(word)) ?? 0;
}

const WEEKDAYS = new Set(
  `segunda terca quarta quinta sexta sabado domingo monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag
  freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes lunedi martedi mercoledi
  giovedi venerdi sabato domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag`.split(/\s+/),
);

/** Whether a word is a day of the week, `-feira` left off. */
export function isWeekday(word: string): boolean {
  return WEEKDAYS.has(fold(word).replace(/-feira$/, ''));
}
