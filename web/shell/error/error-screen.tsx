import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useLocation, useRouteError } from '../../lib/router/contexts.ts'
import { ChunkLoadError } from '../../lib/loading/chunk.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { href } from '../../lib/href.ts'
import { Button, ButtonLink } from '../../ui/action/button.tsx'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { ErrorIllustration } from '../late-parts.ts'
import { CHAT_ICONS, useSupport } from '../help/support.ts'
import { CRASH_REPORT_PATH, type CrashReport } from '#contract/crash-report.ts'

/** Shown instead of a page that failed, with an action that fits the reason. */
export function PageError() {
  const error = useRouteError()
  if (error instanceof ChunkLoadError) return <ChunkError />
  if (error instanceof CallError && error.status === 401) return <LoginPrompt />
  if (error instanceof CallError && error.status < 500 && error.status !== 0) {
    return (
      <ErrorFrame title={error.message} actions={<ButtonLink to="/">回到首页</ButtonLink>}>
        请返回上一页，或回到首页。
      </ErrorFrame>
    )
  }
  if (error instanceof CallError) {
    return (
      <ErrorFrame title={error.message} actions={<ReloadButton />}>
        数据加载失败，请重新加载。
      </ErrorFrame>
    )
  }
  return <ErrorScreen />
}

/** Shown when rendering failed, with an error id for support. */
export function ErrorScreen() {
  const error = useRouteError()
  const id = useMemo(() => errorIdOf(error), [error])
  // in an effect: React may render it several times before it is shown
  const { pathname } = useLocation()
  useEffect(() => reportCrash(id, error, pathname), [id, error, pathname])
  return (
    <ErrorFrame
      title="发生错误，请联系开发人员"
      actions={
        <>
          <ReloadButton />
          <SupportButton />
        </>
      }
    >
      请将此编号提供给客服：
      <CopyButton text={id} what="编号" />
    </ErrorFrame>
  )
}

/** The link to support; the side widget may be what failed. */
function SupportButton() {
  const [chat] = useSupport().chats
  if (!chat) return null
  return (
    <OutsideLink className="button" data-kind="secondary" href={chat.url}>
      <Icon name={CHAT_ICONS[chat.kind]} />
      联系客服
    </OutsideLink>
  )
}

/** Instead of a page that needs its scripts. */
export function ChunkError() {
  return (
    <ErrorFrame title="页面加载不完整" actions={<ReloadButton />}>
      可能是网络中断，或网站刚刚更新。
    </ErrorFrame>
  )
}

/** On a page that can be read without scripts. */
export function ChunkToast() {
  return (
    <p className="toast">
      页面加载不完整，请检查网络
      <Button kind="secondary" size="small">
        重新加载
      </Button>
    </p>
  )
}

function LoginPrompt() {
  const redirect = location.pathname + location.search
  return (
    <ErrorFrame
      title="请先登录"
      actions={
        <ButtonLink kind="primary" to={href('/account/login', { redirect })}>
          登录
        </ButtonLink>
      }
    >
      登录状态已过期，登录后返回本页。
    </ErrorFrame>
  )
}

interface ErrorFrameProps {
  title: string
  children: ReactNode
  actions: ReactNode
}

function ErrorFrame({ title, children, actions }: ErrorFrameProps) {
  return (
    <div className="wrap lost" role="alert">
      <Suspense fallback={null}>
        <ErrorIllustration />
      </Suspense>
      <h1>{title}</h1>
      <p className="soft">{children}</p>
      <div className="actions">{actions}</div>
    </div>
  )
}

function ReloadButton() {
  return (
    <Button kind="primary" icon="again" onClick={() => location.reload()}>
      重新加载
    </Button>
  )
}

const reported = new Set<string>()

/** The error id for the developers: the server's request id, else a new one. */
function errorIdOf(error: unknown): string {
  if (error instanceof CallError && error.requestId !== undefined) return error.requestId
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return `web-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Logs a crash once to the console and, with the id that the visitor sees, to the server. */
function reportCrash(id: string, error: unknown, page: string): void {
  if (!id.startsWith('web-') || reported.has(id)) return
  reported.add(id)
  console.error(id, error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const report: CrashReport = {
    id,
    page: page.slice(0, 2_000),
    message: String(error).slice(0, 2_000),
    stack: stack.slice(0, 2_000),
  }
  // the console has it in any case
  fetch(CRASH_REPORT_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => undefined)
}
