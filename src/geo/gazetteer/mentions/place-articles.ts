/** Which places take an article in Portuguese: `no Brasil`, but `em Portugal`; `no Recife`, but `em Natal`. */
import { PLACE_KINDS } from '../pack.ts';
import type { PackedPlaces } from '../packed-places.ts';

/** Countries and states that go without. */
const BARE = new Set(
  'portugal angola mocambique cabo verde cuba israel marrocos timor leste timor sao tome e principe macau andorra malta monaco singapura taiwan honduras el salvador oma chipre porto rico madagascar hong kong luxemburgo barbados trinidad e tobago san marino sao marinho mianmar bangladesh granada santa lucia alagoas goias mato grosso mato grosso do sul minas gerais pernambuco rondonia roraima santa catarina sao paulo sergipe'.split(
    ' ',
  ),
);
const BARE_NAMES = new Set([
  'cabo verde',
  'timor leste',
  'sao tome e principe',
  'el salvador',
  'porto rico',
  'hong kong',
  'trinidad e tobago',
  'san marino',
  'sao marinho',
  'santa lucia',
  'mato grosso',
  'mato grosso do sul',
  'minas gerais',
  'santa catarina',
  'sao paulo',
]);
/** Towns that go with one. */
const WITH_ARTICLE = new Set(
  'recife porto guarda covilha cairo havana haia crato amadora maia trofa horta moita nazare golega batalha lourinha mealhada murtosa vidigueira chamusca serta lousa funchal fundao entroncamento cartaxo bombarral barreiro montijo seixal cadaval alandroal sabugal gaviao redondo corunha meca beira huambo lubango lobito namibe praia mindelo serra madalena calheta calheta ribeira grande povoacao'.split(
    ' ',
  ),
);
const COUNTRY = PLACE_KINDS.indexOf('country');
const STATE = PLACE_KINDS.indexOf('state');

export const ARTICLES = {
  takes({ kind }: PackedPlaces, row: number, folded: string): boolean {
    const of = PLACE_KINDS[kind[row]!]!;
    if (kind[row] === COUNTRY || kind[row] === STATE)
      return folded.includes(' ') ? !BARE_NAMES.has(folded) : !BARE.has(folded);
    if (of === 'continent' || of === 'region') return folded !== 'tras os montes';
    if (of === 'physical') return true;
    return (
      WITH_ARTICLE.has(folded) ||
      folded === 'rio' ||
      folded === 'rio de janeiro' ||
      folded.startsWith('figueira da foz')
    );
  },
};
