interface TestRun {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: { ancestorTitles: string[]; startAt: number | null; duration: number | null }[];
  }[];
}

export function durationsOf(run: TestRun, folder?: string): Map<string, number>;
