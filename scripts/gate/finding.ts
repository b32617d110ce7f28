/** What one part of the gate found. */
export interface Finding {
  passed: number
  /** One text per failure, printed again at the end. */
  failures: string[]
  /** Journeys and browser tests that passed at their second try only, to be mended by their causes. */
  flaky: string[]
}

export function sumFindings(findings: readonly Finding[]): Finding {
  return {
    passed: findings.reduce((sum, { passed }) => sum + passed, 0),
    failures: findings.flatMap(({ failures }) => failures),
    flaky: findings.flatMap(({ flaky }) => flaky),
  }
}

/** Runs a check that counts as one, and prints its result with its time. */
export async function timeCheck(name: string, check: () => Promise<string[]>): Promise<Finding> {
  const startedAt = performance.now()
  const failures = await check()
  const isGood = failures.length === 0
  printLine(`${isGood ? '✓' : '✗'} ${name} ${secondsSince(startedAt)}`)
  return { passed: isGood ? 1 : 0, failures, flaky: [] }
}

export function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
