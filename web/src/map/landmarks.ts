/** A few names on the map, so that one knows where one is. `from` is the zoom at which a name appears. */
export interface Landmark {
  readonly name: string;
  readonly lon: number;
  readonly lat: number;
  readonly from: number;
}

export const LANDMARKS: readonly Landmark[] = [
  { name: 'Brasil', lon: -53, lat: -10.5, from: 0 },
  { name: 'Portugal', lon: -8.1, lat: 39.6, from: 2.6 },
  { name: 'Angola', lon: 17.5, lat: -12.3, from: 1.5 },
  { name: 'Moçambique', lon: 38.2, lat: -15.2, from: 1.8 },
  { name: 'Cabo Verde', lon: -23.6, lat: 15.9, from: 3 },
  { name: 'Guiné-Bissau', lon: -14.9, lat: 12, from: 4 },
  { name: 'São Tomé', lon: 6.7, lat: 0.3, from: 4 },
  { name: 'Timor-Leste', lon: 125.8, lat: -8.8, from: 3 },
  { name: 'Lisboa', lon: -9.14, lat: 38.72, from: 4.5 },
  { name: 'Porto', lon: -8.61, lat: 41.15, from: 4.5 },
  { name: 'Coimbra', lon: -8.43, lat: 40.21, from: 6 },
  { name: 'Faro', lon: -7.93, lat: 37.02, from: 5.5 },
  { name: 'Funchal', lon: -16.91, lat: 32.65, from: 4 },
  { name: 'Ponta Delgada', lon: -25.67, lat: 37.74, from: 4 },
  { name: 'Brasília', lon: -47.93, lat: -15.78, from: 3.2 },
  { name: 'São Paulo', lon: -46.63, lat: -23.55, from: 3.2 },
  { name: 'Rio de Janeiro', lon: -43.2, lat: -22.91, from: 4.2 },
  { name: 'Belo Horizonte', lon: -43.94, lat: -19.92, from: 4.5 },
  { name: 'Salvador', lon: -38.5, lat: -12.97, from: 3.2 },
  { name: 'Recife', lon: -34.9, lat: -8.05, from: 3.2 },
  { name: 'Fortaleza', lon: -38.54, lat: -3.73, from: 3.2 },
  { name: 'São Luís', lon: -44.3, lat: -2.53, from: 4.5 },
  { name: 'Belém', lon: -48.49, lat: -1.46, from: 3.2 },
  { name: 'Manaus', lon: -60.02, lat: -3.12, from: 3 },
  { name: 'Porto Velho', lon: -63.9, lat: -8.76, from: 4.5 },
  { name: 'Cuiabá', lon: -56.1, lat: -15.6, from: 4 },
  { name: 'Goiânia', lon: -49.25, lat: -16.68, from: 5 },
  { name: 'Campo Grande', lon: -54.62, lat: -20.45, from: 4.5 },
  { name: 'Curitiba', lon: -49.27, lat: -25.43, from: 4 },
  { name: 'Florianópolis', lon: -48.55, lat: -27.6, from: 5 },
  { name: 'Porto Alegre', lon: -51.22, lat: -30.03, from: 3.4 },
  { name: 'Luanda', lon: 13.23, lat: -8.84, from: 3.5 },
  { name: 'Maputo', lon: 32.58, lat: -25.97, from: 3.5 },
  { name: 'Praia', lon: -23.51, lat: 14.92, from: 5 },
  { name: 'Bissau', lon: -15.6, lat: 11.86, from: 5 },
  { name: 'Dili', lon: 125.58, lat: -8.56, from: 5 },
];
