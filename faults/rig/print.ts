const MOST_FINDINGS = 20

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function printTable(title: string, rows: Record<string, number | string>): void {
  const width = Math.max(...Object.keys(rows).map((name) => name.length))
  printLine(`\n${title}`)
  for (const [name, value] of Object.entries(rows)) printLine(`  ${name.padEnd(width)}  ${value}`)
}

export function printFindings(findings: readonly string[]): void {
  for (const line of findings.slice(0, MOST_FINDINGS)) printLine(`✗ ${line}`)
  const rest = findings.length - MOST_FINDINGS
  if (rest > 0) printLine(`✗ and ${rest} more`)
}
