export {
  captureNearest,
  comparedPair,
  isSameVersion,
  type PageCapture,
  pageCaptures,
  toCompare,
} from './page-captures.ts';
export {
  COMPARED_FACTS,
  type ComparedCapture,
  type ComparedFact,
  type PageDifference,
  pageDifference,
} from './page-difference.ts';
