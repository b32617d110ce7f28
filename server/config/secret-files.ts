import { readTextFile } from '../lib/text-file.ts'

/** Settings whose value may stand in a file that `NAME_FILE` names. */
const SECRET_SETTINGS = [
  'SECRET_KEY',
  'DATABASE_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'CAPTCHA_SECRET_KEY',
]

export interface SecretFilesResult {
  /** The variables with the files' texts in place of their names. */
  variables: Record<string, string | undefined>
  /** A sentence for each file that cannot be used. */
  problems: string[]
}

/** Replaces each `NAME_FILE`, as containers and systemd pass secrets, by `NAME` with the file's text. */
export function readSecretFiles(variables: Record<string, string | undefined>): SecretFilesResult {
  const merged = { ...variables }
  const problems: string[] = []
  for (const name of SECRET_SETTINGS) {
    const path = variables[`${name}_FILE`]?.trim()
    delete merged[`${name}_FILE`]
    if (!path) continue
    const found = variables[name]?.trim() ? TWICE : readSecret(path)
    if ('reason' in found) problems.push(`${name}_FILE：${found.reason}`)
    else merged[name] = found.text
  }
  return { variables: merged, problems }
}

const TWICE = { reason: '同一个设置也直接写了值：请只留一个' }

function readSecret(path: string): { text: string } | { reason: string } {
  const file = readTextFile(path)
  if (file === null) return { reason: `没有 ${path} 这个文件` }
  if ('reason' in file) return { reason: `${path}：${file.reason}` }
  const text = file.text.trim()
  return text === '' ? { reason: `${path} 是空的` } : { text }
}
