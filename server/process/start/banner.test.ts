import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { renderBanner } from './banner.ts'

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

test('missing pictures are shown with the command that draws them; else there is no such line', () => {
  expect(bannerText({}, '没有重画。运行 npm run og')).toMatch(
    /^\s+分享图\s+没有重画。运行 npm run og$/m,
  )
  expect(bannerText({})).not.toContain('分享图')
})
