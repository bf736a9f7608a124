/**
 * How well a page answers a question, by what the generator of the sample web says of the page, never by any ranking. A page is its title
 * and its paragraphs with the years they speak of; a question is what a person wants to know: subjects, a period, a place.
 *
 * Each part gets 0 … 3, and the grade is their mean, rounded; a page that has nothing of one part is no answer at all.
 */
import { foldWords } from '../../src/text/index.ts';

export interface TruePage {
  readonly url: string;
  readonly host: string;
  readonly kind: string;
  readonly title: string;
  /** Pages of the same bytes share it: they are one answer. */
  readonly bytes: string;
  /** `YYYY-MM-DD`; '' when the truth has none. */
  readonly published: string;
  /** Folded, with the years that each speaks of. */
  readonly paragraphs: readonly { readonly text: string; readonly years: readonly number[] }[];
  /** A page that only points to others. */
  readonly isList: boolean;
}

export interface Need {
  readonly q: string;
  /** Of the tables of figures. */
  readonly kind: string;
  /** Subjects, all of them; matched against folded text. */
  readonly about?: readonly RegExp[];
  /** Years, both included. */
  readonly when?: readonly [number, number];
  readonly where?: RegExp;
  /** Pages that can be an answer at all. */
  readonly of?: (page: TruePage) => boolean;
}

/** From written text to the form that subjects are matched against. */
export function foldedForm(text: string): string {
  return ` ${foldWords(text)} `;
}

export function gradeOf(need: Need, page: TruePage): number {
  if (need.of !== undefined && !need.of(page)) return 0;
  const parts: number[] = [];
  // What it is about counts twice as much as where and when.
  if (need.about !== undefined) {
    const grade = aboutGrade(need.about, page);
    parts.push(grade, grade);
  }
  if (need.when !== undefined) parts.push(whenGrade(need.when, page));
  if (need.where !== undefined) parts.push(whereGrade(need.where, page));
  if (parts.length === 0 || parts.includes(0)) return 0;
  const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length;
  const grade = Math.max(1, Math.round(mean));
  // A list leads to the answer and is none itself; only a question of nothing but a year is answered by the list of that year.
  return page.isList && (need.about !== undefined || need.where !== undefined) ? Math.min(grade, 1) : grade;
}

/** 3: the title says so. 2: the title or a good part of the text speaks of it. 1: all of it is mentioned. */
function aboutGrade(subjects: readonly RegExp[], page: TruePage): number {
  const title = foldedForm(page.title);
  if (subjects.every((subject) => subject.test(title))) return 3;
  const texts = page.paragraphs.map((paragraph) => paragraph.text);
  const whole = [title, ...texts];
  if (!subjects.every((subject) => whole.some((text) => subject.test(text)))) return 0;
  const speaking = texts.filter((text) => subjects.some((subject) => subject.test(text))).length;
  const together = texts.some((text) => subjects.every((subject) => subject.test(text)));
  if (subjects.some((subject) => subject.test(title)) && (subjects.length === 1 || together)) return 2;
  return together && speaking >= 0.4 * texts.length ? 2 : 1;
}

/** By the part of the dated paragraphs that speaks of the period. */
function whenGrade([from, to]: readonly [number, number], page: TruePage): number {
  const dated = page.paragraphs.filter((paragraph) => paragraph.years.length > 0);
  if (dated.length === 0) return 0;
  const inside = dated.filter((paragraph) => paragraph.years.some((year) => year >= from && year <= to));
  const share = inside.length / dated.length;
  return share >= 0.5 ? 3 : share >= 0.25 ? 2 : share > 0 ? 1 : 0;
}

function whereGrade(place: RegExp, page: TruePage): number {
  if (place.test(foldedForm(page.title))) return 3;
  const texts = page.paragraphs.map((paragraph) => paragraph.text);
  const inside = texts.filter((text) => place.test(text)).length;
  if (inside === 0) return 0;
  return inside / texts.length >= 0.5 ? 3 : inside / texts.length >= 0.25 ? 2 : 1;
}

/** Normalised discounted cumulative gain at ten: gains 2^grade − 1, discounts log2 of the rank. */
export function ndcgAt10(found: readonly number[], all: readonly number[]): number {
  const gain = (grades: readonly number[]): number =>
    grades.slice(0, 10).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);
  const best = gain([...all].sort((a, b) => b - a));
  return best === 0 ? 1 : gain(found) / best;
}
