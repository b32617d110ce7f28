import { NoticeCard } from '#web/ui/display/notice-card.tsx'
import { IconButton } from '#web/ui/action/button.tsx'
import { useConsoleSite } from '../lib/console-site.ts'
import { Panel } from '../panel/panel.tsx'
import type { AnnouncementDraft } from './announcement-form.ts'

interface AnnouncementPreviewProps {
  draft: AnnouncementDraft
}

/** What customers see, in both schemes; a notice opened. */
export function AnnouncementPreview({ draft }: AnnouncementPreviewProps) {
  return (
    <Panel title="顾客看到的样子">
      <div className="shown-frames">
        <Frame title="浅色" scheme="light" draft={draft} />
        <Frame title="深色" scheme="dark" draft={draft} />
      </div>
    </Panel>
  )
}

interface FrameProps extends AnnouncementPreviewProps {
  title: string
  scheme: 'light' | 'dark'
}

function Frame({ title, scheme, draft }: FrameProps) {
  const { name } = useConsoleSite()
  return (
    <figure className="shown-frame">
      <figcaption className="faint">{title}</figcaption>
      {/* no link or button of this page */}
      <div className="shown-page" data-scheme={scheme} inert>
        {draft.kind === 'banner' && <BannerPreview draft={draft} />}
        <p className="shown-bar">{name}</p>
        {draft.kind !== 'banner' && <NoticePreview draft={draft} />}
      </div>
    </figure>
  )
}

/** As `server/site/announcements/insert-announcements.ts` writes it. */
function BannerPreview({ draft }: AnnouncementPreviewProps) {
  const link = linkOf(draft)
  return (
    <div className="banners">
      <div className="banner" data-tone={draft.tone}>
        <p>
          {draft.text.trim() || '横幅的内容'} {link && <a href={link.url}>{link.label}</a>}
        </p>
        {draft.dismissable === 'on' && <IconButton icon="close" label="关闭公告" />}
      </div>
    </div>
  )
}

function NoticePreview({ draft }: AnnouncementPreviewProps) {
  return (
    <NoticeCard
      notice={{
        title: draft.title.trim() || '标题',
        text: draft.text.trim() || '通知的内容',
        link: linkOf(draft),
        tone: draft.tone === 'warning' ? 'warning' : 'info',
        isDismissable: draft.dismissable === 'on',
      }}
      isOpenAtFirst
      action={
        draft.dismissable === 'on' && (
          <span className="button" data-kind="secondary" data-size="small">
            知道了
          </span>
        )
      }
    />
  )
}

/** Its address is not that of a link here. */
function linkOf({ link, linkLabel }: AnnouncementDraft): { label: string; url: string } | null {
  return link.trim() === '' && linkLabel.trim() === ''
    ? null
    : { label: linkLabel.trim() || '链接', url: '/' }
}
