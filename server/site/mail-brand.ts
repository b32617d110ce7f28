import type { Config } from '../config/config.ts'
import { mailRecolor } from './colors/brand-colors.ts'
import type { Content } from './content/load-content.ts'
import { loadIcon } from './pages/pictures.ts'

const ICON_SIZE = 180

/** Name, colours and logo of the shop's mails, which the shop and the command of the test mail send alike. */
export function mailBrand(
  { contentDir }: Pick<Config, 'contentDir'>,
  content: Pick<Content, 'site' | 'icon'>,
) {
  const { site } = content
  return {
    name: site.name,
    recolor: mailRecolor(site),
    logo: loadIcon(contentDir, content, ICON_SIZE),
  }
}
