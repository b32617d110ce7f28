import { NoticeCard } from '#web/ui/display/notice-card.tsx'
import { IconButton } from '#web/ui/action/button.tsx'
import { useConsoleSite } from '../lib/console-site.ts'
import { Panel } from '../panel/panel.tsx'
import type { AnnouncementDraft } from './announcement-form.ts'

interface AnnouncementPreviewProps {
  draft: AnnouncementDraft
}

/** What customers see: on a phone in both schemes, and a banner on a wide screen, a notice opened. */
export function AnnouncementPreview({ draft }: AnnouncementPreviewProps) {
  const isBanner = draft.kind === 'banner'
  return (
    <>
      <Panel title="顾客看到的样子">
        <div className="shown-frames">
          <Frame title="手机，浅色" scheme="light" draft={draft} />
          <Frame title="手机，深色" scheme="dark" draft={draft} />
          {!isBanner && <Frame title="展开之后" scheme="light" draft={draft} isOpen />}
        </div>
      </Panel>
      {isBanner && (
        <div className="shown-wide">
          <Panel title="宽屏">
            <div className="shown-frames">
              <Frame title="浅色" scheme="light" draft={draft} />
              <Frame title="深色" scheme="dark" draft={draft} />
            </div>
          </Panel>
        </div>
      )}
    </>
  )
}

interface FrameProps extends AnnouncementPreviewProps {
  title: string
  scheme: 'light' | 'dark'
  isOpen?: boolean
}

function Frame({ title, scheme, draft, isOpen = false }: FrameProps) {
  const { name } = useConsoleSite()
  return (
    <figure className="shown-frame">
      <figcaption className="faint">{title}</figcaption>
      {/* no link or button of this page */}
      <div className="shown-page" data-scheme={scheme} inert>
        {draft.kind === 'banner' && <BannerPreview draft={draft} />}
        <p className="shown-bar">{name}</p>
        {draft.kind !== 'banner' && <NoticePreview draft={draft} isOpen={isOpen} />}
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

function NoticePreview({ draft, isOpen }: AnnouncementPreviewProps & { isOpen: boolean }) {
  return (
    <NoticeCard
      notice={{
        title: draft.title.trim() || '标题',
        text: draft.text.trim() || '通知的内容',
        link: linkOf(draft),
        tone: draft.tone === 'warning' ? 'warning' : 'info',
        isDismissable: draft.dismissable === 'on',
      }}
      isOpenAtFirst={isOpen}
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
