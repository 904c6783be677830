import { appendFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a line for each spec as it ends, since Jest writes no result of a run that it ends after the first failure. */
export default class FailureReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onTestResult(_test, { testFilePath, testResults }) {
    const spec = path.relative(this.rootDir, testFilePath);
    const failures = testResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${spec} "${fullName}"`);
    appendFileSync(process.env.FAILURES_FILE, `${JSON.stringify(failures)}\n`);
  }
}
