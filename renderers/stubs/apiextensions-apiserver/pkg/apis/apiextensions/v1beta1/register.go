// Package v1beta1 stands in for the types of custom resource definitions. Their version is in the list that
// the stand-in for the scheme of client-go has.
package v1beta1

// AddToScheme adds nothing.
func AddToScheme(any) error {
	return nil
}
