/** How a command ended, for the programs that call it. */
export const EXIT = {
  done: 0,
  /** Refused or failed: nothing was changed, or the message says what was. */
  refused: 1,
  /** The command line or the settings are wrong. */
  usage: 2,
  /** A check was made and found faults. */
  faults: 3,
  /** Database or payment provider do not answer: the same command may succeed later. */
  unavailable: 4,
  /** The operator did not confirm. */
  unconfirmed: 5,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A command was not carried out; the message tells the operator why. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  readonly exitCode: ExitCode

  constructor(
    message: string,
    { code, exitCode = EXIT.refused }: { code: string; exitCode?: ExitCode },
  ) {
    super(message)
    this.code = code
    this.exitCode = exitCode
  }
}

export function wrongUsage(message: string): Refusal {
  return new Refusal(message, { code: 'USAGE', exitCode: EXIT.usage })
}
