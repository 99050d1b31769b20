import { createContext, type ComponentType, type ReactNode } from 'react'

export interface DialogState {
  readonly isOpen: boolean
  close(): void
}

export interface MenuActProps {
  readonly label: string
  readonly isDangerous: boolean
  /** Shown outside of the menu, which closes before. */
  dialog(state: DialogState): ReactNode
}

/** The item that an act is within a menu; undefined where an act is a button. */
export const MenuOfActs = createContext<ComponentType<MenuActProps> | undefined>(undefined)
