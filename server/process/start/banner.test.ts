import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config.ts'
import { banner } from './banner.ts'

const WARNING = '任何人都能读到这些邮件'

function said(settings: Record<string, string>, pictureRemark: string | null = null): string {
  const config = loadConfig({ SECRET_KEY: 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe', ...settings })
  const news = { startMs: 1_000, pictureRemark, warnings: [] }
  return stripVTControlCharacters(banner('星桥 AI', config, news))
}

test.each(['0.0.0.0', '::', '192.168.1.7', '10.0.0.127'])(
  'mails that the network can read at HOST=%s are warned of',
  (HOST) => {
    expect(said({ HOST })).toContain(`HOST=${HOST}：同一网络里的${WARNING}`)
  },
)

test.each(['localhost', '127.0.0.1', '127.8.0.1', '::1'])(
  'at HOST=%s nobody else reads them, and nothing is said',
  (HOST) => {
    expect(said({ HOST })).toContain('/dev/mail')
    expect(said({ HOST })).not.toContain(WARNING)
  },
)

test('mails that are sent are not shown to anybody', () => {
  const mail = { SMTP_URL: 'smtp://mail.shop.test:25', MAIL_FROM: 'no-reply@shop.test' }
  expect(said({ HOST: '0.0.0.0', ...mail })).not.toContain(WARNING)
})

test('pictures that are left out are told of, with what to run; else nothing is said of them', () => {
  expect(said({}, '没有重画。运行 npm run og')).toMatch(/^\s+分享图\s+没有重画。运行 npm run og$/m)
  expect(said({})).not.toContain('分享图')
})
