import { copyFile, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../scripts/run-program.ts'
import { makeCertificate } from '#harness/production/certificate.ts'

/**
 * Copies `deploy/` with places of this machine in place of those of a server: certificates, the shop's folder. Returns
 * the path of a copy.
 */
export async function copyDeploy(folder: string): Promise<(file: string) => string> {
  const copy = (file: string) => join(folder, 'deploy', file)
  await cp(join(ROOT, 'deploy'), copy('.'), { recursive: true })
  const certificate = await makeCertificate(folder)
  await rewrite(copy('haproxy/haproxy.cfg'), /\/etc\/haproxy\/certs\/\w+\.pem/g, certificate)
  await rewrite(copy('haproxy/haproxy.cfg'), /\/etc\/haproxy\/errors\//g, copy('haproxy/'))
  await rewrite(copy('nginx/shop.conf'), /\/var\/log\/nginx\b/g, folder)
  await rewrite(copy('nginx/shop.conf'), /\/etc\/ssl\/[\w./]+\.pem/g, certificate)
  await writeFile(
    join(folder, 'nginx.conf'),
    `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n  include ${copy('nginx/shop.conf')};\n}\n`,
  )
  const units = copy('systemd')
  for (const name of ['shop@.service', 'shop@.socket', 'shop-backup.service'])
    await rewrite(join(units, name), /\/srv\/shop\b/g, ROOT)
  await copyFile(join(units, 'shop@.service'), join(units, 'shop@3001.service'))
  await copyFile(join(units, 'shop@.socket'), join(units, 'shop@3000.socket'))
  await copyFile(join(units, 'shop@.service'), join(units, 'shop@3000.service'))
  return copy
}

async function rewrite(file: string, place: RegExp, value: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(place, value))
}
