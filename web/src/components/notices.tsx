import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** Where notifications are shown. */
export function Notices() {
  return <Notifications position="bottom-right" />
}
