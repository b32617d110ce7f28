import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config.ts'
import { renderBanner } from './banner.ts'

const WARNING = '任何人都能读到这些邮件'

function bannerText(
  settings: Record<string, string>,
  missingPictures: string | null = null,
): string {
  const config = loadConfig({ SECRET_KEY: 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe', ...settings })
  const report = { startMs: 1_000, missingPictures, ownerLink: null, warnings: [] }
  return stripVTControlCharacters(
    renderBanner({ name: '星桥 AI', toolsLabel: 'AI 工具' }, config, report),
  )
}

test.each(['0.0.0.0', '::', '192.168.1.7', '10.0.0.127'])(
  'HOST=%s warns that the network can read the mails',
  (HOST) => {
    expect(bannerText({ HOST })).toContain(`HOST=${HOST}：同一网络里的${WARNING}`)
  },
)

test.each(['localhost', '127.0.0.1', '127.8.0.1', '::1'])(
  'loopback HOST=%s gives no such warning',
  (HOST) => {
    expect(bannerText({ HOST })).toContain('/dev/mail')
    expect(bannerText({ HOST })).not.toContain(WARNING)
  },
)

test('with SMTP_URL there is no such warning', () => {
  const mail = { SMTP_URL: 'smtp://mail.shop.test:25', MAIL_FROM: 'no-reply@shop.test' }
  expect(bannerText({ HOST: '0.0.0.0', ...mail })).not.toContain(WARNING)
})

test('missing pictures are shown with the command that draws them; else there is no such line', () => {
  expect(bannerText({}, '没有重画。运行 npm run og')).toMatch(
    /^\s+分享图\s+没有重画。运行 npm run og$/m,
  )
  expect(bannerText({})).not.toContain('分享图')
})
