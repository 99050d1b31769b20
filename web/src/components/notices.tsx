import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** Where notifications are shown: not at the right, where pages have their buttons. */
export function Notices() {
  return <Notifications position="bottom-center" />
}
