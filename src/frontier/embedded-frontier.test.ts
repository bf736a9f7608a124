import { frontierSuite } from './frontier.suite.ts';

frontierSuite('breadth-first');
frontierSuite('horizontal');
frontierSuite('horizontal-compat');
frontierSuite('priority');
