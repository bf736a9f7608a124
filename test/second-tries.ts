/**
 * Tests that passed at the second try, told at the end of a run: those of whole processes under kills, cuts and clocks may be starved by others on a
 * machine of two processors. Who reads the list looks into each; one that stands there often is no accident.
 */
import type { Reporter, TestCase } from 'vitest/node';

export class SecondTries implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { retryCount = 0 } = test.diagnostic() ?? {};
    if (retryCount > 0 && test.result().state === 'passed')
      this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd(): void {
    for (const name of this.#names) process.stdout.write(`passed at the second try: ${name}\n`);
  }
}
