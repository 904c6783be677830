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
      .map(
        ({ fullName, failureMessages }) =>
          `${spec} "${fullName}"${failureMessages.some(isLate) ? ', out of time' : ''}`,
      );
    appendFileSync(process.env.FAILURES_FILE, `${JSON.stringify(failures)}\n`);
  }
}

/** A busy machine may be why, so that the one who reads this should look whether a defect explains it. */
function isLate(message) {
  return message.includes('Exceeded timeout of');
}
