const MOST_LINES = 20

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function sayTable(title: string, facts: Record<string, number | string>): void {
  const width = Math.max(...Object.keys(facts).map((name) => name.length))
  say(`\n${title}`)
  for (const [name, value] of Object.entries(facts)) say(`  ${name.padEnd(width)}  ${value}`)
}

export function sayFaults(faults: readonly string[]): void {
  for (const line of faults.slice(0, MOST_LINES)) say(`✗ ${line}`)
  if (faults.length > MOST_LINES) say(`✗ and ${faults.length - MOST_LINES} more`)
}
