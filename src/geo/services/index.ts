/**
 * Map services and catalogues.
 *
 * ```ts
 * const service = describeService(bytes, 'text/xml', 'https://exemplo.br/wms?service=WMS&request=GetCapabilities');
 * for (const layer of service?.layers ?? []) console.log(layer.name, layer.title, layer.box);
 * ```
 */
export { type AskOptions, askService, capabilityAddresses, describeService } from './ask.ts';
export {
  type DroppedLayer,
  type ServiceDescription,
  type ServiceField,
  type ServiceKind,
  type ServiceLayer,
  serviceDatasets,
} from './service.ts';
