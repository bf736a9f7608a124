/**
 * A small paper in each of the four languages of the source, with the truth of every block: articles of their own people and places, joined
 * by the function words of the language, among a menu, boxes and a foot that every page repeats.
 */
import { Random } from '../language/random.ts';
import { PageWriter, type TruthBlock } from './page-writer.ts';
import { inventedName } from './words.ts';

export const PAPER_LANGUAGES = ['pt', 'es', 'fr', 'it'] as const;
export type PaperLanguage = (typeof PAPER_LANGUAGES)[number];

interface Tongue {
  readonly name: string;
  /** Capital letters are slots: N a name, P a place, T a thing, V what is done, W when. */
  readonly patterns: readonly string[];
  readonly things: string;
  readonly verbs: string;
  readonly times: string;
  readonly menu: string;
  readonly related: string;
  readonly subscribe: string;
  readonly foot: string;
}

const TONGUES: Readonly<Record<PaperLanguage, Tongue>> = {
  pt: {
    name: 'O Diário da Serra',
    patterns: [
      'N V o T de P, e N V o T da P que não é a de N',
      'W, em P, N V um T para os que a N tinha com o T',
      'Foi N que V o T, mas como em P só há N, não se V mais nada até que a P tenha o T',
      'Segundo N, a P não tem um T como o de P, nem os que N V ao T',
    ],
    things:
      'projeto mercado hospital contrato estádio relatório museu orçamento festival porto caminho treino jogo voto livro concerto plano edifício arquivo comboio rio campo jardim túnel',
    verbs:
      'apresentou recusou vendeu anunciou visitou perdeu criticou estudou abriu encerrou pintou mediu ganhou defendeu adiou comprou',
    times: 'na terça-feira;ao fim da tarde;depois da chuva;antes do inverno;na última semana;ontem à noite',
    menu: 'Início;Política;Desporto;Cultura;Economia;Opinião',
    related: 'Leia também: as notícias mais lidas da semana na nossa redação',
    subscribe: 'Assine a nossa newsletter e receba todas as manhãs as notícias da região no seu correio',
    foot: 'Todos os direitos reservados. É proibida a reprodução total ou parcial destes textos sem autorização',
  },
  es: {
    name: 'El Diario del Valle',
    patterns: [
      'N V el T de P, y N V el T de la P que no es la de N',
      'W, en P, N V un T para los que la N tenía con el T',
      'Fue N quien V el T, pero como en P solo hay N, no se V nada más hasta que la P tenga el T',
      'Según N, la P no tiene un T como el de P, ni los que N V al T',
    ],
    things:
      'proyecto mercado hospital contrato estadio informe museo presupuesto festival puerto camino entrenamiento partido voto libro concierto plan edificio archivo tren río campo jardín túnel',
    verbs:
      'presentó rechazó vendió anunció visitó perdió criticó estudió abrió cerró pintó midió ganó defendió aplazó compró',
    times:
      'el martes;al final de la tarde;después de la lluvia;antes del invierno;la semana pasada;ayer por la noche',
    menu: 'Inicio;Política;Deportes;Cultura;Economía;Opinión',
    related: 'Lea también: las noticias más leídas de la semana en nuestra redacción',
    subscribe: 'Suscríbase a nuestro boletín y reciba cada mañana las noticias de la región en su correo',
    foot: 'Todos los derechos reservados. Queda prohibida la reproducción total o parcial de estos textos sin autorización',
  },
  fr: {
    name: 'Le Journal de la Côte',
    patterns: [
      "N a V le T de P, et N a V le T de la P qui n'est pas celle de N",
      'W, à P, N a V un T pour ceux que la N avait avec le T',
      "C'est N qui a V le T, mais comme il n'y a que N à P, on n'a rien V de plus avant que la P ait le T",
      "Selon N, la P n'a pas de T comme celui de P, ni ceux que N a V au T",
    ],
    things:
      'projet marché hôpital contrat stade rapport musée budget festival port chemin entraînement match vote livre concert plan bâtiment dossier train fleuve champ jardin tunnel',
    verbs:
      'présenté refusé vendu annoncé visité perdu critiqué étudié ouvert fermé peint mesuré gagné défendu reporté acheté',
    times: "mardi;en fin d'après-midi;après la pluie;avant l'hiver;la semaine dernière;hier soir",
    menu: 'Accueil;Politique;Sports;Culture;Économie;Opinions',
    related: 'À lire aussi : les articles les plus lus de la semaine dans notre rédaction',
    subscribe:
      'Abonnez-vous à notre lettre et recevez chaque matin les nouvelles de la région dans votre courrier',
    foot: 'Tous droits réservés. La reproduction totale ou partielle de ces textes sans autorisation est interdite',
  },
  it: {
    name: 'Il Giornale del Lago',
    patterns: [
      'N ha V il T di P, e N ha V il T della P che non è quella di N',
      'W, a P, N ha V un T per quelli che la N aveva con il T',
      'È stato N che ha V il T, ma come a P non ci sono che N, non si è V più niente finché la P non abbia il T',
      'Secondo N, la P non ha un T come quello di P, né quelli che N ha V al T',
    ],
    things:
      'progetto mercato ospedale contratto stadio rapporto museo bilancio festival porto sentiero allenamento incontro voto libro concerto piano edificio archivio treno fiume campo giardino tunnel',
    verbs:
      'presentato rifiutato venduto annunciato visitato perso criticato studiato aperto chiuso dipinto misurato vinto difeso rinviato comprato',
    times: "martedì;nel tardo pomeriggio;dopo la pioggia;prima dell'inverno;la settimana scorsa;ieri sera",
    menu: 'Prima pagina;Politica;Sport;Cultura;Economia;Opinioni',
    related: 'Leggi anche: le notizie più lette della settimana nella nostra redazione',
    subscribe:
      'Iscriviti alla nostra newsletter e ricevi ogni mattina le notizie della regione nella tua posta',
    foot: 'Tutti i diritti riservati. È vietata la riproduzione totale o parziale di questi testi senza autorizzazione',
  },
};

export interface PaperPage {
  readonly url: string;
  readonly html: string;
  readonly truth: readonly TruthBlock[];
}

export function paperIn(language: PaperLanguage, seed: number, pages = 40): readonly PaperPage[] {
  const tongue = TONGUES[language];
  return Array.from({ length: pages }, (_, index) => {
    const random = new Random(seed, 'paper', language, index);
    const w = new PageWriter();
    const title = sentence(random, tongue);
    w.raw(`<!DOCTYPE html><html><head><meta charset="utf-8"><title>${title}</title></head><body>`);
    w.inside('nav', '', () => {
      for (const word of tongue.menu.split(';')) w.noise('a', word, 'href="/"');
    });
    w.inside('main', '', () =>
      w.inside('article', '', () => {
        w.content('h1', title);
        w.inside('div', 'class="text"', () => {
          const count = random.int(5, 9);
          for (let i = 0; i < count; i++)
            w.content('p', `${sentence(random, tongue)}. ${sentence(random, tongue)}.`);
          w.noise('p', tongue.subscribe);
        });
        w.inside('div', 'class="box"', () => {
          w.noise('p', `${tongue.related}: ${inventedName((items) => random.pick(items))}`);
        });
      }),
    );
    w.inside('footer', '', () => w.inside('div', '', () => w.noise('p', tongue.foot)));
    w.raw('</body></html>');
    return { url: `https://${language}.paper.example/${1000 + index}.html`, html: w.html, truth: w.truth };
  });
}

function sentence(random: Random, { patterns, things, verbs, times }: Tongue): string {
  const name = (): string => inventedName((items) => random.pick(items));
  const slots: Readonly<Record<string, () => string>> = {
    N: () => `${name()} ${name()}`,
    P: name,
    T: () => random.pick(things.split(' ')),
    V: () => random.pick(verbs.split(' ')),
    W: () => random.pick(times.split(';')),
  };
  const text = random.pick(patterns).replace(/\b[NPTVW]\b/g, (slot) => slots[slot]!());
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}
