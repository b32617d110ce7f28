import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Makes a certificate for this name that nobody signed, with its key in one file; returns its path. */
export async function makeCertificate(
  folder: string,
  names = 'DNS:shop.example.com',
): Promise<string> {
  const paths = ['key.pem', 'certificate.pem', 'both.pem'].map((name) => join(folder, name))
  const [key = '', certificate = '', both = ''] = paths
  await mkdir(folder, { recursive: true })
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=shop.example.com']
  const extension = ['-addext', `subjectAltName=${names}`]
  await run('openssl', [...words, ...extension, '-keyout', key, '-out', certificate])
  await writeFile(both, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')))
  return both
}
