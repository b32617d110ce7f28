export type PasswordStrength = 1 | 2 | 3 | 4

export const STRENGTH_WORDS: Record<PasswordStrength, string> = {
  1: '弱',
  2: '一般',
  3: '较强',
  4: '强',
}

const MIN_LENGTH = 8
const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]

/**
 * A hint while typing, not a rule: length counts most, then how many different characters and
 * kinds of them there are. The server alone decides what it refuses.
 */
export function passwordStrength(password: string): PasswordStrength {
  const variety = new Set(password).size
  if (password.length < MIN_LENGTH || variety < 5 || isRun(password)) return 1
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  const score = (password.length >= 12 ? 1 : 0) + (password.length >= 16 ? 1 : 0) + kinds
  if (score <= 2) return 2
  return score >= 5 && variety >= 10 ? 4 : 3
}

/** 12345678, abcdefgh, 87654321. */
function isRun(password: string): boolean {
  const steps = Array.from(password.slice(1), (_, at) => {
    return password.charCodeAt(at + 1) - password.charCodeAt(at)
  })
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1)
}
