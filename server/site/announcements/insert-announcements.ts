import type { DocumentZone } from '../../http/pages/document-headers.ts'
import { toAnnouncementLink } from './announcement-link.ts'
import type { LiveAnnouncements, LiveBanner } from './live-announcements.store.ts'

/** The page's own link stands behind the banners, and the first link has to be this one (`banner.css` hides the other). */
const SKIP = '<a class="skip" href="#content">跳到正文</a>'

/** The same mark in every document; it needs no file. */
const CLOSE =
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"></path></svg>'

/**
 * The document with the banners of its zone above the application, outside of what the browser hydrates; the root
 * of an account document names the notices. Unchanged when there is neither.
 */
export function insertAnnouncements(
  html: string,
  zone: DocumentZone,
  { banners, notices }: Pick<LiveAnnouncements, 'banners' | 'notices'>,
  script: string,
): string {
  const own = banners.filter(({ pages }) => pages === 'all' || pages === zone)
  const ids = zone === 'account' ? notices.map(({ id }) => id).join(' ') : ''
  if (own.length === 0 && ids === '') return html
  const top =
    own.length === 0
      ? ''
      : `${SKIP}<aside class="banners" aria-label="公告">${own.map(bannerHtml).join('')}</aside>`
  const marked = ids === '' ? html : insertAt(html, '<html', ` data-notices="${escaped(ids)}"`)
  // it runs before anything below is painted
  return insertAt(marked, '<body>', `${top}<script src="${escaped(script)}"></script>`)
}

function bannerHtml(banner: LiveBanner): string {
  const { id, tone, endsAt, text, isDismissable } = banner
  const shown = toAnnouncementLink(banner)
  const until = endsAt === null ? '' : ` data-until="${endsAt.toISOString()}"`
  const link =
    shown === null
      ? ''
      : ` <a href="${escaped(shown.url)}"${shown.url.startsWith('/') ? '' : ' rel="noopener"'}>${escaped(shown.label)}</a>`
  const button = isDismissable
    ? `<button class="icon-button" type="button" aria-label="关闭公告">${CLOSE}</button>`
    : ''
  return `<div class="banner" data-banner="${escaped(id)}" data-tone="${escaped(tone)}"${until}><p>${escaped(text)}${link}</p>${button}</div>`
}

/** Behind the first place of the mark. */
function insertAt(html: string, mark: string, added: string): string {
  const at = html.indexOf(mark)
  if (at === -1) throw new Error(`a document has no ${mark}`)
  const end = at + mark.length
  return html.slice(0, end) + added + html.slice(end)
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
