import * as z from 'zod/mini'

const wapitiReport = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.array(
      z.object({
        method: z.string(),
        path: z.string(),
        info: z.string(),
        parameter: z.nullish(z.string()),
      }),
    ),
  ),
  anomalies: z.record(
    z.string(),
    z.array(z.object({ method: z.string(), path: z.string(), info: z.string() })),
  ),
})

/** One line for each weakness of a report of wapiti, answers of 500 and above included. */
export function readWapiti(json: string): string[] {
  const { vulnerabilities, anomalies } = wapitiReport.parse(JSON.parse(json))
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
    found.map(({ method, path, info }) => `${kind}: ${method} ${path}: ${info}`),
  )
}

/** What sqlmap says of one address: weak, sound, or neither because it did not end. */
export function readSqlmap(output: string): 'weak' | 'sound' | 'unknown' {
  if (/identified the following injection point|is vulnerable\b|injectable\s*$/m.test(output)) {
    // "might not be injectable" and "do not appear to be injectable" say the opposite
    if (/identified the following injection point|is vulnerable\b/.test(output)) return 'weak'
  }
  return output.includes('do not appear to be injectable') ? 'sound' : 'unknown'
}

/** How often slowhttptest saw the shop answer its probe, and how often not. */
export function readSlowHttp(output: string): { available: number; unavailable: number } {
  // oxlint-disable-next-line no-control-regex -- the program colours what it prints
  const plain = output.replaceAll(/\u001B\[[\d;]*[A-Za-z]/g, '')
  const answers = [...plain.matchAll(/service available:\s+(YES|NO)/g)].map(([, word]) => word)
  return {
    available: answers.filter((word) => word === 'YES').length,
    unavailable: answers.filter((word) => word === 'NO').length,
  }
}
