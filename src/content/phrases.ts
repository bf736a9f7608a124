/**
 * Lines that say what they are: "Leia também", "Continua após a publicidade", "Compartilhe", "Leave a comment". Compared folded (lower
 * case, no accents, no punctuation), whole, so a sentence that merely contains the words is not taken for one.
 */
import { foldWords } from '../text/index.ts';
import {
  ADVERT,
  BYLINE,
  CAPTION_CREDIT,
  COMMENTS,
  CONSENT,
  FOOTER,
  FORM,
  RELATED,
  SHARE,
  SUBSCRIBE,
  TAGS,
} from './element-evidence.ts';

/** Longer lines are sentences. */
export const LONGEST_PHRASE_WORDS = 14;
const LONGEST_PHRASE = 120;

const related =
  'leia (?:tambem|mais|ainda)(?: .{0,40})?|veja (?:tambem|mais|outr[ao]s .{1,30})|saiba mais|(?:as )?mais (?:lidas|lidos|vistas|vistos|acessad[ao]s|noticias|populares|comentadas)(?: .{0,20})?|' +
  '(?:noticias|artigos|materias|conteudos?|assuntos|posts|produtos|links|reportagens|videos) (?:relacionad[ao]s?|recomendad[ao]s|similares|semelhantes)|relacionad[ao]s?|ultimas(?: noticias)?|' +
  'recomendad[ao]s?(?: para voce)?|voce (?:tambem )?(?:pode|podera|vai) gostar.{0,20}|quem (?:viu|comprou) .{0,30}|mais (?:de|em|sobre) .{1,30}|proxim[ao] (?:noticia|artigo|post)|' +
  'related(?: .{0,40})?|more (?:from|on|stories|news|articles|posts|to explore[r]?|like this|in|resources|content|great|blog|reading)(?: .{0,40})?|read (?:next|more|also|this next)(?: .{0,20})?|' +
  'you (?:may|might|ll) (?:also )?(?:like|enjoy|love|be interested in)(?: .{0,30})?|(?:we )?recommend(?:ed|ations?|s)?(?: .{0,30})?|popular (?:posts?|articles?|stories|now|on .{1,20}|searches|topics|categories)|' +
  'most (?:read|popular|viewed|commented|shared|recent)(?: .{0,20})?|trending(?: .{0,20})?|latest (?:news|posts?|articles|stories|blogs?|from .{1,30}|insights|headlines|updates)|' +
  'recent (?:posts?|articles|news|stories|blogs?|comments)|up next|what to read next|editors? (?:s )?picks?|top (?:stories|news)|similar (?:posts|articles|products|items|topics|.{1,20})|' +
  'customers (?:also|who) .{1,40}|people (?:also|who) .{1,40}|(?:your )?recently viewed(?: .{0,20})?|frequently bought(?: together)?|keep reading|continue reading|don t miss(?: .{0,20})?|' +
  'featured (?:posts?|articles|stories|news)|also (?:read|on .{1,20}|in this .{1,20})|see more(?: .{0,20})?|view (?:all|more)(?: .{0,30})?|other (?:articles|posts|stories|news)(?: .{0,20})?|' +
  'articulos relacionados|noticias relacionadas|lee tambien|a lire aussi|sur le meme sujet|articles (?:similaires|lies)|leggi anche|articoli correlati|lesen sie auch|mehr zum thema|' +
  'verwandte artikel|czytaj (?:takze|rowniez)|zobacz (?:takze|tez|rowniez)|przeczytaj (?:takze|rowniez)|читайте также|по теме|также по теме|διαβαστε (?:επισης|ακομη|ακομα)|σχετικα (?:αρθρα|θεματα)';
const comments =
  '(?:\\d+ )?(?:comments?|comentarios?|responses?|replies|reader comments?)(?: \\d+)?(?: (?:on|to|for|em|sobre) .{0,80})?|\\d+ respostas?|respostas \\d+|(?:all |view all |show |load |read )?(?:\\d+ )?comments|' +
  'leave (?:a|your) (?:reply|comment|response)(?: .{0,40})?|post (?:a|your) comment|(?:add|write) (?:a |your )?(?:new )?comment|be the first to (?:comment|review)(?: .{0,60})?|' +
  'join the (?:conversation|discussion)|what do you think|deixe (?:um|seu|o seu|uma) (?:comentario|resposta)|(?:envie|escreva|faca) (?:um|seu) comentario|comente(?: .{0,30})?|cancel reply|' +
  'commentaires?|kommentare|commenti|komentarze(?: .{0,10})?|dodaj komentarz|комментарии(?: .{0,20})?|σχολια|deja (?:un|tu) comentario|評論|评论|留言';
const share =
  'share(?: this)?(?: .{0,40})?|compartilh(?:e|ar)(?: .{0,40})?|partilh(?:e|ar)(?: .{0,40})?|tweet|pin it|follow us(?: .{0,30})?|follow .{1,20} on .{1,20}|siga (?:nos|a gente|o .{1,30}|a .{1,30})(?: .{0,20})?|' +
  'print(?: this)?(?: .{0,20})?|imprimir|enviar por e ?mail|email(?: this)?(?: .{0,20})?|copy link|copiar link|save(?: this)? (?:article|story|for later)|facebook|twitter|whatsapp|linkedin|pinterest|telegram|' +
  'compartir(?: .{0,20})?|partager(?: .{0,20})?|teilen|condividi|udostepnij|поделиться(?: .{0,20})?';
const subscribe =
  '(?:our |the |free |weekly |daily )?newsletters?|subscribe(?: .{0,70})?|sign up(?: .{0,70})?|assine (?:nossa|a|o|ja|nosso) .{0,50}|assine|cadastre se(?: .{0,60})?|receba (?:as|nossas|novidades|noticias|o|a) .{0,60}|' +
  'get (?:the latest|our|updates|notified|news) .{0,70}|join (?:our|the) (?:newsletter|mailing|email|community|list).{0,40}|log ?in(?: .{0,30})?|sign in(?: .{0,30})?|create (?:an |your )?(?:free )?account|' +
  'already (?:a (?:member|subscriber)|have an account).{0,40}|inscreva se(?: .{0,50})?|fique por dentro(?: .{0,40})?|stay (?:up to date|connected|informed|in touch|in the loop)(?: .{0,40})?|register(?: now)?|entrar|cadastrar';
const advert =
  'publicidade|propaganda|anuncio|anuncios?|patrocinad[ao]|continua (?:apos|depois d[ae]) (?:a )?publicidade|continue lendo apos .{0,30}|advertisement|advert|ad|sponsored(?: .{0,20})?|' +
  '(?:story|article) continues (?:below|after) .{0,30}|advertisement continue reading.{0,30}|scroll to continue.{0,30}|paid (?:post|content)|reklama|реклама|werbung|anzeige|publicite|pubblicita|publicidad';
const consent =
  '.{0,60}(?:uses?|utiliza(?:mos)?|usamos|utilise|verwendet) (?:\\w+ )?cookies?(?: .{0,80})?|cookie (?:settings|policy|preferences)|accept (?:all )?(?:cookies)?|aceitar(?: .{0,20})?|manage (?:cookies|preferences)|gerenciar cookies';
const footer =
  'copyright .{0,80}|.{0,60}(?:all rights reserved|todos os direitos reservados|derechos reservados|tous droits reserves|alle rechte vorbehalten)(?: .{0,40})?|' +
  'privacy policy|terms (?:of (?:use|service)|and conditions|conditions)|politica de privacidade|termos de uso|back to top|voltar ao topo|skip to .{1,24}|(?:pular|ir|saltar|avancar) para o? ?(?:conteudo|menu|rodape|busca|principal).{0,20}|about us|contact us|fale conosco|quem somos|expediente';
const byline =
  '(?:publicad[ao]|atualizad[ao]|postad[ao]|criad[ao]|modificad[ao]) (?:em|ha|as|por|a)?.{0,60}|(?:posted|published|updated|last (?:updated|modified|edited)|written|reviewed|medically reviewed|edited|fact checked|created)(?: (?:on|by|at|in))? .{0,60}|' +
  '\\d+ min(?:ute|uto)?s? (?:read|de leitura)|(?:estimated )?reading time.{0,20}|tempo de leitura.{0,20}|about the author.{0,30}|sobre (?:o autor|a autora|o colunista)|author|' +
  '(?:por|by) (?!\\d).{2,40}|redacao(?: .{0,30})?|da redacao.{0,30}';
/** Under a posting: who and when, and how many liked it. */
const month = '(?:jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec)[a-z]{0,7}';
const clock = '\\d{1,2} \\d{2}(?: \\d{2})?(?: [ap]m)?(?: \\d{2} \\d{2})?';
const stamp =
  '(?:asked|answered|commented|replied|edited|joined|perguntad[ao]|perguntou|respondid[ao]|respondeu|comentad[ao]|comentou|editad[ao]|editou|enviad[ao])(?: .{0,40})?\\d.{0,30}|' +
  `(?:.{1,30} )?\\d{1,4} \\d{1,2} \\d{1,4} (?:at |as )?${clock}|(?:.{1,30} )?(?:\\d{1,2} (?:de )?)?${month} (?:\\d{1,2} )?(?:de )?\\d{4} (?:at |as )?${clock}|` +
  '\\d+k? (?:likes?|votes?|points?|upvotes?|views?|replies|curtidas?|gostos?|votos?|pontos?|visualizac(?:ao|oes))|.{0,20}(?:gold|silver|bronze) badges?.{0,60}';
/** Labels of buttons. */
const button =
  '(?:adicionar|add)(?: (?:ao|a|aos|as|to|este|this))? (?:.{0,12})?(?:carrinho|cesto|sacola|lista|favoritos|desejos|comparacao|cart|bag|basket|wish ?list|list|favou?rites|compare)|' +
  '(?:comprar|compre|buy|shop|order|pre order|reservar|encomendar)(?: (?:agora|now|online|today|ja))?|(?:ver|veja|view|see|mostrar|show|exibir|carregar|load)(?: (?:mais|menos|todos?|todas?|os|full|more|less|all|the))*(?: (?:detalhes|details|opcoes|options|produtos?|products?|resultados|results|itens|items))?|' +
  '(?:compra|visualizacao|olhada) rapida|quick (?:view|shop|look|add|buy)|click to (?:expand|enlarge|zoom|view)(?: .{0,20})?|clique para (?:ampliar|expandir|ver)(?: .{0,20})?|learn more(?: about .{0,30})?|leia mais|read more|find out more|' +
  '(?:get|request|book|schedule|watch) (?:a |the )?(?:free )?(?:demo|quote|started|trial)|start (?:your |a )?free trial|try (?:it )?(?:for )?free|solicit(?:e|ar) (?:um )?orcamento|limpar(?: filtros| tudo)?|clear (?:all|filters)|(?:sort|ordenar)(?: (?:by|por))?(?: and filter)?|filters?|filtros?|filtrar(?: por)?';
const tags =
  '(?:tags?|filed under|topics?|categor(?:y|ies|ias?)|palavras chave|assuntos|marcador(?:es)?|temas|posted in|etiquetas|keywords|теги|tagi)(?: .{0,80})?';
const credit =
  '(?:fotos?|imagem|imagens|credito|creditos|foto de capa|reproducao|divulgacao|photos?|image|images|picture|photograph|photo credit|image credit|credit|image source|photo by|getty|reuters|afp|ap photo) .{1,80}|' +
  '.{2,60} (?:divulgacao|reproducao|arquivo pessoal|agencia brasil|getty images|shutterstock|istock|unsplash|reuters|afp|ap|getty)';

const GROUPS: readonly (readonly [flag: number, pattern: RegExp])[] = [
  [RELATED, new RegExp(`^(?:${related})$`)],
  [COMMENTS, new RegExp(`^(?:${comments})$`)],
  [SHARE, new RegExp(`^(?:${share})$`)],
  [SUBSCRIBE, new RegExp(`^(?:${subscribe})$`)],
  [ADVERT, new RegExp(`^(?:${advert})$`)],
  [CONSENT, new RegExp(`^(?:${consent})$`)],
  [FOOTER, new RegExp(`^(?:${footer})$`)],
  [TAGS, new RegExp(`^(?:${tags})$`)],
  [FORM, new RegExp(`^(?:${button})$`)],
  [BYLINE, new RegExp(`^(?:${byline}|${stamp})$`)],
  [CAPTION_CREDIT, new RegExp(`^(?:${credit})$`)],
];

/** The evidence in a short line, or 0. */
export function evidenceOfLine(text: string): number {
  if (text.length > LONGEST_PHRASE) return 0;
  const folded = foldWords(text);
  if (folded === '') return 0;
  for (const [flag, pattern] of GROUPS) if (pattern.test(folded)) return flag;
  return 0;
}

const LEADS =
  /^(?:leia (?:tambem|mais|ainda)|veja (?:tambem|mais)|ver (?:tambem|mais)|saiba mais|confira(?: tambem)?|assista(?: tambem)?|ouca|video|galeria|enquete|sondagem|relacionad[ao]s?|read (?:also|more|next)|see also|also read|related|watch|listen|poll|more|lee tambien|lire aussi|a lire|leggi anche|lesen sie auch|czytaj (?:tez|takze|wiecej)|zobacz (?:tez|takze)|читайте также|см также)$/;

/** The evidence in what stands before the first colon: "Leia também: …". */
export function evidenceOfLead(text: string): number {
  const colon = text.search(/[:：]/);
  if (colon < 3 || colon > 30) return 0;
  return LEADS.test(foldWords(text.slice(0, colon))) ? RELATED : 0;
}

/** Longer lines that ask for consent: "We use cookies to …". */
export const LONGEST_CONSENT_WORDS = 90;
const ASKS_CONSENT =
  /\b(?:(?:we|our (?:partners|website|site)|this (?:web)?site|\w+) uses? (?:\w+ )?cookies|(?:utilizamos|usamos|utiliza|usa) (?:\w+ )?cookies|by (?:clicking|continuing)[^.]{0,60}(?:cookies|consent)|(?:accept|aceitar|manage|gerenciar) (?:all |todos os )?cookies|verwenden cookies|utilisons des cookies)\b/i;

export function asksConsent(text: string): boolean {
  return ASKS_CONSENT.test(text);
}
