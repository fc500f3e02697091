// The signs on buttons: lines on a field of 24 by 24, drawn in the colour of the text.

export const ICONS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  settings:
    'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5zM8 14.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  light:
    'M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M18.7 5.3L17 7M7 17l-1.7 1.7',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  undo: 'M9 6L4 11l5 5M4.5 11H14a5.5 5.5 0 0 1 0 11h-3',
  redo: 'M15 6l5 5l-5 5M19.5 11H10a5.5 5.5 0 0 0 0 11h3',
  step: 'M14 6l-6 6l6 6',
  hint: 'M9.5 18h5M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z',
  flip: 'M7 4v15M3.5 7.5L7 4l3.5 3.5M17 20V5M13.5 16.5L17 20l3.5-3.5',
  '3d': 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5l8-4.5M12 12v9',
  flat: 'M4 4h16v16H4zM4 12h16M12 4v16',
  text: 'M5 6h14M5 10.5h14M5 15h9M5 19.5h6',
  aids: 'M2.5 12S6 5.5 12 5.5S21.5 12 21.5 12S18 18.5 12 18.5S2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6z',
  resign: 'M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  share: 'M12 15V3.5M8 7l4-4l4 4M5 12v8h14v-8',
  save: 'M12 3.5V15M8 11.5l4 4l4-4M4 19.5h16',
  help: 'M9 9.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1-1.4 2.1M12 17.2v.3M12 2.8a9.2 9.2 0 1 0 0 18.4a9.2 9.2 0 0 0 0-18.4z',
  first: 'M17 6l-6 6l6 6M7 6v12',
  previous: 'M15 6l-6 6l6 6',
  next: 'M9 6l6 6l-6 6',
  last: 'M7 6l6 6l-6 6M17 6v12',
  confirm: 'M5 12.5l4.5 4.5L19 7',
  turn: 'M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 3.5v4.5H15',
  new: 'M12 5v14M5 12h14',
  engine: 'M7 8h10v9H7zM12 8V4.5M9.8 12v1.2M14.2 12v1.2M4 11v4M20 11v4M9 20h6',
  person: 'M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM4.5 20.5c.8-4 3.6-6 7.5-6s6.7 2 7.5 6',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  analyse: 'M4 20V4M4 20h16M8 15l3.5-4l3 2.500L20 7',
  rules:
    'M12 6.500C10 5 7 4.5 4 4.500v13c3 0 6 .5 8 2c2-1.5 5-2 8-2v-13c-3 0-6 .5-8 2zM12 6.500v13',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
} as const;

export type IconName = keyof typeof ICONS;
